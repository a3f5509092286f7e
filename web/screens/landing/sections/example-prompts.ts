import type { Language } from '#web/messages/language.ts'

/** What visitors fill in before they have an account: short, of use to anybody, one variable repeated. */
export const examplePrompts: Record<Language, { name: string; body: string }> = {
  en: {
    name: 'Explain it to anyone',
    body: [
      'Explain {topic} so that {person} gets it, in three short paragraphs. Tone: {tone}.',
      '',
      'Start with something {person} knows from everyday life. No technical term without a plain one beside it.',
      '',
      'End with the question {person} would ask next.',
    ].join('\n'),
  },
  de: {
    name: 'So versteht es jeder',
    body: [
      'Erkläre {Thema} so, dass {Person} es versteht, in drei kurzen Absätzen. Tonfall: {Tonfall}.',
      '',
      'Beginne mit etwas, das {Person} aus dem Alltag kennt. Kein Fachwort ohne einfache Erklärung.',
      '',
      'Schließe mit der Frage, die {Person} als Nächstes stellen würde.',
    ].join('\n'),
  },
}
