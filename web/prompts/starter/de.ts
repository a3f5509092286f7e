import type { StarterFolder } from './starter-folder.ts'

export const starterShelf: StarterFolder[] = [
  {
    name: 'Schreiben',
    color: '4ECDC4',
    prompts: [
      {
        name: 'Auf eine Nachricht antworten',
        text: `Schreibe eine Antwort auf die Nachricht unten. Der Ton: {Ton}.

Was ich sagen will: {was ich sagen will}

Beginne mit der Antwort, nicht mit einem Dank. Beantworte jede Frage, die gestellt wurde; wo ich dir die Antwort nicht verraten habe, lass eine Lücke in [eckigen Klammern]. Schreibe in der Sprache der Nachricht und nicht länger, als sie ist.

Die Nachricht:
{Nachricht}`,
        variables: [
          {
            name: 'Ton',
            kind: 'choice',
            options: [
              { value: 'freundlich' },
              { value: 'sachlich' },
              { value: 'bestimmt, aber herzlich' },
            ],
            default: 'freundlich',
            open: true,
          },
          {
            name: 'was ich sagen will',
            kind: 'long',
            required: true,
            help: 'In wenigen Worten: ja, nein, wann und warum.',
          },
          { name: 'Nachricht', kind: 'long', required: true },
        ],
      },
      {
        name: 'Korrigieren und sonst nichts ändern',
        text: `Korrigiere Rechtschreibung, Grammatik und Zeichensetzung im Text unten. Ändere sonst nichts: nicht den Stil, nicht die Reihenfolge, kein Wort, das richtig ist.

Gib mir den ganzen korrigierten Text.

{Liste der Änderungen}

{Text}`,
        variables: [
          {
            name: 'Liste der Änderungen',
            kind: 'switch',
            default: 'on',
            on: 'Liste darunter jede Änderung als „vorher → nachher“ auf, mit der Regel in wenigen Worten.',
          },
          { name: 'Text', kind: 'long', required: true },
        ],
      },
    ],
  },
  {
    name: 'Denken',
    color: 'FFD166',
    prompts: [
      {
        name: 'Frag mich zuerst',
        text: `Ich habe Folgendes vor: {Aufgabe}

Bevor du anfängst, stell mir die {Anzahl} Fragen, deren Antworten dein Ergebnis am stärksten verändern würden. Stell eine nach der anderen und warte auf meine Antwort. Biete mir zu jeder die Antwort an, von der du ausgehen würdest, damit ich einfach Ja sagen kann.

Fasse dann in fünf Zeilen zusammen, was du verstanden hast, und leg los.`,
        variables: [
          {
            name: 'Aufgabe',
            kind: 'long',
            required: true,
            help: 'Zum Beispiel: einen Workshop für zwölf Leute planen.',
          },
          { name: 'Anzahl', kind: 'number', default: '5', min: 1, max: 12, step: 1 },
        ],
      },
      {
        name: 'Zwischen Möglichkeiten entscheiden',
        text: `Hilf mir bei einer Entscheidung: {Entscheidung}

Die Möglichkeiten:
{Möglichkeiten}

Was mir wichtig ist, das Wichtigste zuerst:
{was mir wichtig ist}

Vergleiche die Möglichkeiten in einer Tabelle, mit einer Zeile für alles, was mir wichtig ist. Sag dann, welche du nehmen würdest, worauf ich damit verzichte und was passieren müsste, damit du eine andere nimmst. Leg dich fest.`,
        variables: [
          { name: 'Entscheidung', kind: 'text', required: true },
          { name: 'Möglichkeiten', kind: 'long', required: true, help: 'In jeder Zeile eine.' },
          { name: 'was mir wichtig ist', kind: 'long', help: 'In jeder Zeile etwas.' },
        ],
      },
    ],
  },
  {
    name: 'Arbeit',
    color: '1E88E5',
    prompts: [
      {
        name: 'Aus Notizen Aufgaben machen',
        text: `Unten stehen meine Notizen aus einer Besprechung vom {Tag}. Mach daraus:

1. Was beschlossen wurde, jeweils in einem Satz.
2. Die Aufgaben als {Form}: was, wer, bis wann. Wo die Notizen nicht sagen, wer oder wann, schreib „offen“.
3. Die Fragen, die niemand beantwortet hat.

Erfinde nichts. Lass Namen so, wie sie dastehen.

Notizen:
{Notizen}`,
        variables: [
          { name: 'Tag', kind: 'date' },
          {
            name: 'Form',
            kind: 'choice',
            options: [{ value: 'Tabelle' }, { value: 'Liste zum Abhaken' }],
            default: 'Tabelle',
            open: true,
          },
          { name: 'Notizen', kind: 'long', required: true },
        ],
      },
      {
        name: 'Ein schwieriges Gespräch vorbereiten',
        text: `Ich führe bald ein Gespräch mit {Person}. Mein Ziel: {Ziel}. Was es schwierig macht: {Schwierigkeit}

Bereite mich vor:
- einen Einstieg in zwei Sätzen, der sagt, worum es geht, und niemanden anklagt
- was {Person} wahrscheinlich will und wovor sie wahrscheinlich Angst hat
- die drei Sätze, die ich besser nicht sage, und was ich stattdessen sagen kann
- wo ich nachgeben kann und wo nicht

Spiel danach {Person} und lass mich üben. Hör nach fünf Wechseln auf und sag mir, was ich besser machen kann.`,
        variables: [
          { name: 'Person', kind: 'text', required: true },
          { name: 'Ziel', kind: 'text', required: true },
          { name: 'Schwierigkeit', kind: 'long' },
        ],
      },
    ],
  },
  {
    name: 'Lernen und Code',
    color: '5E60CE',
    prompts: [
      {
        name: 'Erklär es dreimal',
        text: `Erkläre mir {Thema} dreimal:

1. In zwei Sätzen, mit einem Bild aus dem Alltag.
2. In einem kurzen Absatz mit den richtigen Begriffen, jeder bei seinem ersten Auftreten erklärt.
3. Wie für jemanden, der damit arbeiten will: wie es wirklich funktioniert und wo das Bild aus 1 in die Irre führt.

Was ich schon weiß: {was ich schon weiß}. Schließe mit dem Fehler, den die meisten am Anfang machen.`,
        variables: [
          { name: 'Thema', kind: 'text', required: true },
          { name: 'was ich schon weiß', kind: 'text', default: 'nichts' },
        ],
      },
      {
        name: 'Meinen Code prüfen',
        text: `Prüfe diesen {Sprache}-Code. Achte zuerst auf {Schwerpunkt}.

Zu jedem Fund: die Zeile, was womit schiefgehen kann, und die kleinste Änderung, die es behebt. Ordne sie nach dem Schaden. Erwähne nicht, was Geschmackssache ist, und schreib nicht um, was funktioniert. Wenn du nichts findest, sag das.

{Tests}

\`\`\`
{Code}
\`\`\``,
        variables: [
          { name: 'Sprache', kind: 'text', required: true },
          {
            name: 'Schwerpunkt',
            kind: 'choice',
            options: [
              { value: 'Fehler' },
              { value: 'Sicherheitslücken' },
              { value: 'alles, was jemand Neues nicht versteht' },
            ],
            default: 'Fehler',
            open: true,
          },
          {
            name: 'Tests',
            kind: 'switch',
            default: 'off',
            on: 'Schreibe danach die drei Tests, die das Schlimmste davon gefunden hätten.',
          },
          { name: 'Code', kind: 'long', required: true },
        ],
      },
    ],
  },
]

/** Shown in an empty library: one prompt for each use case. */
export const samples = ['Auf eine Nachricht antworten', 'Frag mich zuerst', 'Erklär es dreimal']
