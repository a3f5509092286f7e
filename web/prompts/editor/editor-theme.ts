import { EditorView } from '@codemirror/view'

/** Custom properties reach into the shadow tree; class names from outside do not. */
export const editorTheme = EditorView.theme({
  '&': {
    maxHeight: 'calc(var(--editor-most, 200px) - 2px)',
    backgroundColor: 'transparent',
    color: 'var(--ink)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    overflow: 'auto',
    overscrollBehavior: 'contain',
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--editor-size)',
    lineHeight: '1.6',
  },
  '.cm-content': {
    minHeight: 'calc(var(--editor-least, 200px) - 2px)',
    padding: '10px 0',
    caretColor: 'var(--ink)',
    tabSize: '4',
  },
  '.cm-line': { padding: '0 12px', unicodeBidi: 'plaintext' },
  '.cm-placeholder': { color: 'var(--ink-quiet)' },
  '.cm-line::selection, .cm-line ::selection': {
    backgroundColor: 'light-dark(#d4d4d8, #52525b)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--hairline)',
    borderRadius: 'var(--radius-control)',
    backgroundColor: 'var(--surface)',
    boxShadow: 'var(--shadow-floating)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '6px 12px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--amber)',
    color: 'var(--amber-ink)',
  },
  '.cm-variable': {
    padding: '1px 2px',
    margin: '0 -2px',
    borderRadius: 'var(--radius-mark)',
    backgroundColor: 'var(--amber)',
    color: 'var(--amber-ink)',
    fontWeight: '550',
    boxDecorationBreak: 'clone',
    unicodeBidi: 'plaintext',
  },
})
