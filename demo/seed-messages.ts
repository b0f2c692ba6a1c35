// Conversations of the demo world: fans and creators, with photos, voice notes, tips, and two messages that are sold.

export interface SeedMessage {
  by: 'fan' | 'creator'
  text: string
  /** Names of assets: photos, or one audio file as a voice note. */
  files?: readonly string[]
  /** Tokens. */
  price?: number
  /** A tip of the fan, in tokens; the text is its note. */
  tip?: number
}
export interface SeedConversation {
  fan: string
  creator: string
  /** Of its newest message. */
  hoursAgo: number
  messages: readonly SeedMessage[]
  /** How many of the newest the other person has not read. */
  unread?: number
}

export const conversations: readonly SeedConversation[] = [
  {
    fan: 'jamie',
    creator: 'ines',
    hoursAgo: 0.3,
    unread: 2,
    messages: [
      { by: 'fan', text: 'The blue on the tall bottle: is that copper?' },
      { by: 'creator', text: 'It’s copper, fired twice, and a little luck.' },
      {
        by: 'creator',
        text: 'This is how the shelf looked before the kiln.',
        files: ['ines-shelf.webp', 'ines-vase.webp'],
      },
      { by: 'fan', text: 'Please tell me you filmed the second shelf' },
      { by: 'fan', text: 'For the one that cracked', tip: 50 },
      { by: 'creator', text: '', files: ['ines-kiln.webp', 'ines-glaze.webp', 'ines-wheel.webp'], price: 120 },
      { by: 'creator', text: 'The second shelf, every angle. Tell me which one you’d keep.' },
    ],
  },
  {
    fan: 'jamie',
    creator: 'marisol',
    hoursAgo: 5,
    unread: 1,
    messages: [
      { by: 'fan', text: 'Is the harbour tune coming back on Friday?' },
      { by: 'creator', text: 'Yes, slower this time. Listen:' },
      { by: 'creator', text: '', files: ['audio-marisol-harbour.m4a'] },
    ],
  },
  {
    fan: 'jamie',
    creator: 'teo',
    hoursAgo: 50,
    messages: [
      { by: 'fan', text: 'Would 78% water be too wet for a first loaf?' },
      { by: 'creator', text: 'Yes! 78% is right for that flour, but start with 72.' },
      { by: 'fan', text: 'Then 72 it is. Thank you.' },
    ],
  },
  {
    // Bought, and the fan is blocked since: see seed-troubles.ts.
    fan: 'jamie',
    creator: 'dov',
    hoursAgo: 90,
    messages: [
      { by: 'fan', text: 'Is there a bigger version of the Milky Way one?' },
      { by: 'creator', text: 'The full frame, straight from the dome.', files: ['dov-milky.webp'], price: 40 },
    ],
  },
  {
    fan: 'amara',
    creator: 'ines',
    hoursAgo: 2,
    unread: 1,
    messages: [
      { by: 'creator', text: 'Thank you for coming to the opening.' },
      { by: 'fan', text: 'The little bowls were my favourite. Do you ship to Lagos?' },
    ],
  },
  {
    fan: 'tomo',
    creator: 'ines',
    hoursAgo: 30,
    messages: [
      { by: 'fan', text: 'How long do you let the glaze dry?' },
      { by: 'creator', text: 'A night, never less.' },
    ],
  },
]
