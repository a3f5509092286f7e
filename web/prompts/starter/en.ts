import type { StarterFolder } from './starter-folder.ts'

export const starterShelf: StarterFolder[] = [
  {
    name: 'Writing',
    color: '4ECDC4',
    prompts: [
      {
        name: 'Answer a message',
        text: `Write an answer to the message below. Its tone: {tone}.

What I want to say: {what I want to say}

Begin with the answer, not with thanks. Answer every question that was asked; where I have not told you the answer, leave a gap in [square brackets]. Use the language of the message, and no more words than it has.

The message:
{message}`,
        variables: [
          {
            name: 'tone',
            kind: 'choice',
            options: [
              { value: 'friendly' },
              { value: 'matter-of-fact' },
              { value: 'firm but kind' },
            ],
            default: 'friendly',
            open: true,
          },
          {
            name: 'what I want to say',
            kind: 'long',
            required: true,
            help: 'In a few words: yes, no, when, and why.',
          },
          { name: 'message', kind: 'long', required: true },
        ],
      },
      {
        name: 'Correct, and change nothing else',
        text: `Correct spelling, grammar and punctuation in the text below. Change nothing else: not the style, not the order, not a word that is right.

Give me the corrected text in full.

{list of changes}

{text}`,
        variables: [
          {
            name: 'list of changes',
            kind: 'switch',
            default: 'on',
            on: 'Below it, list each change as “before → after”, with the rule in a few words.',
          },
          { name: 'text', kind: 'long', required: true },
        ],
      },
    ],
  },
  {
    name: 'Thinking',
    color: 'FFD166',
    prompts: [
      {
        name: 'Ask me first',
        text: `I want to {task}.

Before you begin, ask me the {questions} questions whose answers would change your result the most. Ask one at a time and wait for my answer. For each, offer the answer you would assume, so that I can just say yes.

Then sum up in five lines what you understood, and do it.`,
        variables: [
          {
            name: 'task',
            kind: 'long',
            required: true,
            help: 'For example: plan a workshop for twelve people.',
          },
          { name: 'questions', kind: 'number', default: '5', min: 1, max: 12, step: 1 },
        ],
      },
      {
        name: 'Decide between options',
        text: `Help me decide: {decision}

The options:
{options}

What matters to me, the most important first:
{what matters}

Compare the options in a table, one row for each thing that matters. Then say which one you would take, what I give up with it, and what would have to happen for you to take another one. Take a side.`,
        variables: [
          { name: 'decision', kind: 'text', required: true },
          { name: 'options', kind: 'long', required: true, help: 'One on each line.' },
          { name: 'what matters', kind: 'long', help: 'One on each line.' },
        ],
      },
    ],
  },
  {
    name: 'Work',
    color: '1E88E5',
    prompts: [
      {
        name: 'From notes to tasks',
        text: `Below are my notes of a meeting on {day}. Make of them:

1. What was decided, each in a sentence.
2. The tasks, as {format}: what, who, until when. Where the notes do not say who or when, write “open”.
3. The questions that nobody answered.

Invent nothing. Keep names as they are written.

Notes:
{notes}`,
        variables: [
          { name: 'day', kind: 'date' },
          {
            name: 'format',
            kind: 'choice',
            options: [{ value: 'a table' }, { value: 'a list with check boxes' }],
            default: 'a table',
            open: true,
          },
          { name: 'notes', kind: 'long', required: true },
        ],
      },
      {
        name: 'Prepare a difficult conversation',
        text: `I am about to talk with {person}. My goal: {goal}. What makes it difficult: {difficulty}

Prepare me:
- an opening of two sentences that says what it is about and accuses nobody
- what {person} probably wants, and is probably afraid of
- the three sentences that I should not say, and what to say instead
- where I can give way, and where not

Then play {person}, and let me practise. Stop after five turns and tell me what I could do better.`,
        variables: [
          { name: 'person', kind: 'text', required: true },
          { name: 'goal', kind: 'text', required: true },
          { name: 'difficulty', kind: 'long' },
        ],
      },
    ],
  },
  {
    name: 'Learning and code',
    color: '5E60CE',
    prompts: [
      {
        name: 'Explain it three times',
        text: `Explain {topic} to me three times:

1. In two sentences, with a picture from everyday life.
2. In a short paragraph, with the right terms, each explained when it first appears.
3. As to somebody who wants to work with it: how it really works, and where the picture from 1 misleads.

What I know already: {what I know}. End with the mistake that most beginners make.`,
        variables: [
          { name: 'topic', kind: 'text', required: true },
          { name: 'what I know', kind: 'text', default: 'nothing' },
        ],
      },
      {
        name: 'Review my code',
        text: `Review this {language} code. Look for {focus} first.

For each finding: the line, what can go wrong and with which input, and the smallest change that mends it. Order them by damage. Do not mention what is a matter of taste, and do not rewrite what works. If you find nothing, say so.

{tests}

\`\`\`
{code}
\`\`\``,
        variables: [
          { name: 'language', kind: 'text', whenEmpty: 'nothing' },
          {
            name: 'focus',
            kind: 'choice',
            options: [
              { value: 'bugs' },
              { value: 'security holes' },
              { value: 'what a newcomer would not understand' },
            ],
            default: 'bugs',
            open: true,
          },
          {
            name: 'tests',
            kind: 'switch',
            default: 'off',
            on: 'Then write the three tests that would have found the worst of them.',
          },
          { name: 'code', kind: 'long', required: true },
        ],
      },
    ],
  },
]

/** Shown in an empty library: one prompt for each use case. */
export const samples = ['Answer a message', 'Ask me first', 'Explain it three times']
