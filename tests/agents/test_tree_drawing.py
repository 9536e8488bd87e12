"""Search trees as pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import apts
from apts.agents.analysis import TreeNode
from apts.agents.searching.tree_pictures import ROW, labels, tree_dot, tree_layout, tree_svg, value_colour


def small_tree() -> TreeNode:
    """A root with two moves, the first of them with two replies."""
    replies = (TreeNode("b", 2, 1, 6, -0.5, None), TreeNode("c", 2, None, 3, 1.0, 1.0))
    first = TreeNode('<a&"', 1, 2, 10, 0.5, None, replies, hidden=4)
    return TreeNode(None, None, 1, 15, 0.2, None, (first, TreeNode("d", 1, 2, 5, -0.1, -1.0)))


def test_parents_stand_in_the_middle_of_their_children_and_no_two_leaves_meet() -> None:
    places = tree_layout(small_tree())
    by_move = {place.node.move: place for place in places}
    assert by_move['<a&"'].y == (by_move["b"].y + by_move["c"].y) / 2
    leaves = [place.y for place in places if not place.node.children]
    assert sorted(leaves) == [0.0, ROW, 2 * ROW]
    assert by_move["b"].x > by_move['<a&"'].x > by_move[None].x


def test_svg_is_well_formed_and_shows_every_node() -> None:
    root = ElementTree.fromstring(tree_svg(small_tree(), "A & B"))
    texts = [element.text or "" for element in root.iter() if element.tag.endswith("text")]
    assert "A & B" in texts
    assert '1: <a&"' in texts
    assert any("proven win" in text for text in texts)
    assert len([element for element in root.iter() if element.tag.endswith("path")]) == 4


def test_dot_quotes_what_it_must() -> None:
    text = tree_dot(small_tree())
    assert '1: <a&\\"' in text
    assert text.count("->") == 4


def test_colours_go_from_red_to_green() -> None:
    assert value_colour(TreeNode("a", 1, 2, 1, 0.0, None)) == "#ffffff"
    assert value_colour(TreeNode("a", 1, 2, 1, 1.0, None)) != value_colour(TreeNode("a", 1, 2, 1, -1.0, None))


def test_hidden_children_are_counted() -> None:
    assert labels(small_tree().children[0])[1] == "10 · +0.50, 4 hidden"


def test_tree_of_a_search_holds_its_most_visited_nodes() -> None:
    state = apts.load("connect-four").start()
    for spec in ("uct:iterations=3000", "alphabeta:depth=3"):
        analysis = apts.agent(spec).analyze(state, tree=30)
        assert analysis.tree is not None
        assert analysis.tree.size() <= 30
        assert str(analysis.best) == (analysis.tree.children[0].move)
