const setbacks = new Set<string>([
  'problem',
  'cancelled',
  'escalated',
  'unanswered',
  'undecided',
  'disputed',
  'dispute_lost',
])

/** How an event of an order is shown among what has happened. */
export const shownAs = (event: string): 'setback' | 'done' => (setbacks.has(event) ? 'setback' : 'done')
