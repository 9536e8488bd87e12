// What the page keeps and sends, without a page: a store that only remembers, and the text of what is sent.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const folder = process.env.PUBLISH_FOLDER;
const { MatchStore } = await import(`${folder}/page/people_store.js`);
const { sentChecksum, sentText } = await import(`${folder}/page/sending.js`);

const match = (started, answers = {}) => ({ seed: "7", seats: ["person"], moves: ["a1"], started, answers });

test("a store without a database remembers, replaces, exports and forgets", async () => {
  const store = await MatchStore.open("abc");
  assert.equal(store.lasting, false);
  await store.keep(match("2020-02"));
  await store.keep(match("2020-01"));
  await store.keep(match("2020-02", { fun: 5 }));
  assert.deepEqual((await store.all()).map((one) => [one.started, one.answers.fun]), [["2020-01", undefined], ["2020-02", 5]]);
  const made = await store.export("A game", { Board: "6x6" });
  assert.deepEqual(made.settings, { Board: "6x6" });
  assert.deepEqual([made.format, made.version, made.game, made.rules_hash, made.matches.length], ["apts people", 1, "A game", "abc", 2]);
  await store.clear();
  assert.deepEqual(await store.all(), []);
});

test("the checksum is that of zip files", () => {
  assert.equal(sentChecksum(new TextEncoder().encode("123456789")), 0xcbf43926);
});

test("a text is written that Python reads", async () => {
  const text = await sentText(JSON.parse(readFileSync(process.env.SENT_DOCUMENT, "utf8")));
  assert.ok(text.split("\n").every((line) => line.length <= 60));
  writeFileSync(process.env.SENT_TEXT, text);
  const compression = globalThis.CompressionStream;
  delete globalThis.CompressionStream;
  writeFileSync(`${process.env.SENT_TEXT}.plain`, await sentText(JSON.parse(readFileSync(process.env.SENT_DOCUMENT, "utf8"))));
  globalThis.CompressionStream = compression;
});
