/**
 * What the editor of the studio uses of CodeMirror, put into one file. To make `codemirror.js` again, in an empty folder
 * with a copy of this file in it:
 *
 *   npm install --save-exact @codemirror/state@6.7.6 @codemirror/view@6.43.15 @codemirror/language@6.13.1 \
 *     @codemirror/commands@6.11.1 @codemirror/search@6.7.2 @codemirror/autocomplete@6.20.4 @codemirror/lint@6.9.7 \
 *     @lezer/highlight@1.2.5 esbuild@0.28.2
 *   npx esbuild codemirror_entry.mjs --bundle --minify --format=esm --target=es2022 --charset=utf8 \
 *     --legal-comments=none --outfile=codemirror.js
 */
export { Compartment, EditorState } from "@codemirror/state";
export {
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export {
  HighlightStyle,
  StreamLanguage,
  bracketMatching,
  foldGutter,
  foldKeymap,
  foldService,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
export { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
export { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
export {
  acceptCompletion,
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
export { forceLinting, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { tags } from "@lezer/highlight";
