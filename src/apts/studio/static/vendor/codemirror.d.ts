/** What the studio uses of CodeMirror: enough of its types to check our scripts by. */
export type Extension = unknown;
export interface Line { from: number; to: number; number: number; text: string }
export interface Text { length: number; lines: number; line(number: number): Line; lineAt(position: number): Line; sliceString(from: number, to?: number): string; toString(): string }
export interface EditorState { doc: Text; selection: { main: { head: number; from: number; to: number } } }
export const EditorState: { create(config: { doc: string; extensions: Extension[] }): EditorState; readOnly: { of(value: boolean): Extension }; tabSize: { of(size: number): Extension } };
export interface ViewUpdate { docChanged: boolean; view: EditorView }
export interface Diagnostic { from: number; to: number; severity: "error" | "warning" | "info"; message: string; actions?: { name: string; apply(view: EditorView, from: number, to: number): void }[] }
export interface Change { from: number; to?: number; insert?: string }
export interface TransactionSpec { changes?: Change; selection?: { anchor: number; head?: number }; effects?: unknown; scrollIntoView?: boolean; userEvent?: string }
export class EditorView {
  constructor(config: { state: EditorState; parent: HTMLElement });
  state: EditorState;
  contentDOM: HTMLElement;
  dispatch(spec: TransactionSpec): void;
  focus(): void;
  requestMeasure(): void;
  static cspNonce: { of(nonce: string): Extension };
  static lineWrapping: Extension;
  static contentAttributes: { of(attributes: Record<string, string>): Extension };
  static updateListener: { of(listener: (update: ViewUpdate) => void): Extension };
  static domEventHandlers(handlers: { beforeinput(event: InputEvent, view: EditorView): boolean }): Extension;
  static scrollIntoView(position: number, options?: { y?: string }): unknown;
}
export interface KeyBinding { key?: string; run?: (view: EditorView) => boolean; preventDefault?: boolean }
export const keymap: { of(bindings: readonly KeyBinding[]): Extension };
export function lineNumbers(): Extension;
export function drawSelection(): Extension;
export function highlightActiveLine(): Extension;
export function highlightActiveLineGutter(): Extension;
export function highlightSpecialChars(): Extension;
export function history(): Extension;
export function bracketMatching(config: { brackets: string }): Extension;
export function indentOnInput(): Extension;
export const indentUnit: { of(unit: string): Extension };
export function highlightSelectionMatches(): Extension;
export function search(config: { top: boolean }): Extension;
export function closeBrackets(): Extension;
export function lintGutter(): Extension;
export function setDiagnostics(state: EditorState, diagnostics: readonly Diagnostic[]): TransactionSpec;
export const defaultKeymap: readonly KeyBinding[];
export const historyKeymap: readonly KeyBinding[];
export const searchKeymap: readonly KeyBinding[];
export const closeBracketsKeymap: readonly KeyBinding[];
export const completionKeymap: readonly KeyBinding[];
export const lintKeymap: readonly KeyBinding[];
export const indentWithTab: KeyBinding;
export function acceptCompletion(view: EditorView): boolean;
export interface Completion { label: string; detail?: string; type?: string; apply?: string; boost?: number; info?: () => HTMLElement }
export interface CompletionContext { state: EditorState; pos: number; explicit: boolean }
export interface CompletionResult { from: number; options: Completion[]; validFor?: RegExp }
export type CompletionSource = (context: CompletionContext) => CompletionResult | null | Promise<CompletionResult | null>;
export function autocompletion(config: { override: CompletionSource[]; icons?: boolean }): Extension;
export interface StringStream { pos: number; peek(): string | undefined; next(): string | undefined; eatSpace(): boolean; skipToEnd(): void; match(pattern: string | RegExp, consume?: boolean): boolean | RegExpMatchArray | null }
export const StreamLanguage: { define<S>(parser: { startState(): S; token(stream: StringStream, state: S): string | null; indent?(state: S, after: string, context: { unit: number }): number; languageData?: Record<string, unknown>; tokenTable?: Record<string, unknown> }): Extension };
export const HighlightStyle: { define(styles: { tag: unknown; class: string }[]): unknown };
export function syntaxHighlighting(style: unknown): Extension;
export const tags: Record<string, unknown>;
