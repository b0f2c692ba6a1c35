/** The shops of the demo world, and what its fans ordered. Prices are in tokens. */

export interface SeedProduct {
  key: string
  creator: string
  title: string
  text: string
  price: number
  /** Names in `assets/`. */
  images: string[]
  daysAgo: number
  /** A physical product; without it, a digital one. */
  shipping?: { fee: number; countries: string[]; processingDays: number }
  stock?: number
  /** The file of a digital product, in `assets/`. */
  file?: string
}
export interface SeedOrder {
  fan: string
  product: string
  quantity: number
  daysAgo: number
  /** What happened then, in its order, each some days after the order. */
  then: {
    afterDays: number
    do:
      | 'processing'
      | 'shipped'
      | 'delivered'
      | 'returned'
      | 'received'
      | 'cancel'
      | 'problem'
      | 'answer'
      | 'escalate'
      | 'refund'
    tokens?: number
    note?: string
  }[]
}

export const products: SeedProduct[] = [
  {
    key: 'ines-bottle',
    creator: 'ines',
    title: 'Bottle vase, tall',
    text: 'Wheel-thrown stoneware with a cobalt glaze that stops short of the foot. 24 cm tall, 13 cm wide, watertight. Every one is a little different.',
    price: 890,
    images: ['ines-vase.webp', 'ines-shelf.webp', 'ines-glaze.webp'],
    daysAgo: 40,
    shipping: { fee: 65, countries: [], processingDays: 4 },
    stock: 5,
  },
  {
    key: 'ines-seconds',
    creator: 'ines',
    title: 'Seconds box, four pieces',
    text: 'Four cups and bowls with small flaws in the glaze, all safe to eat and drink from. You get what the kiln left over.',
    price: 420,
    images: ['ines-shelf.webp', 'ines-kiln.webp'],
    daysAgo: 21,
    shipping: { fee: 80, countries: ['PT', 'ES', 'FR', 'DE', 'NL', 'GB', 'NO'], processingDays: 3 },
    stock: 0,
  },
  {
    key: 'ines-tiles',
    creator: 'ines',
    title: 'Glaze test tiles, set of 12',
    text: 'Twelve tiles from this autumn’s glaze tests, numbered, with a card that names the recipes.',
    price: 180,
    images: ['ines-glaze.webp'],
    daysAgo: 9,
    shipping: { fee: 45, countries: [], processingDays: 3 },
    stock: 8,
  },
  {
    key: 'marisol-loops',
    creator: 'marisol',
    title: 'Harbour recording, full length',
    text: 'The harbour at five in the morning, recorded with two microphones from the pier. For headphones, or for your own music.',
    price: 120,
    images: ['marisol-harbour.webp', 'marisol-tape.webp'],
    daysAgo: 30,
    file: 'audio-marisol-harbour.m4a',
  },
  {
    key: 'marisol-tape',
    creator: 'marisol',
    title: 'Demo cassette, hand-numbered',
    text: 'Six songs on a chrome cassette with a printed sleeve, numbered by hand. Forty copies.',
    price: 160,
    images: ['marisol-tape.webp', 'marisol-notebook.webp'],
    daysAgo: 16,
    shipping: { fee: 40, countries: [], processingDays: 5 },
    stock: 17,
  },
  {
    key: 'priya-print',
    creator: 'priya',
    title: 'Fern print, A3',
    text: 'A fern from the backwaters, printed on heavy cotton with pigment inks. Signed, unframed.',
    price: 340,
    images: ['priya-prints.webp', 'priya-leaf.webp'],
    daysAgo: 25,
    shipping: { fee: 60, countries: [], processingDays: 2 },
  },
  {
    key: 'priya-wallpaper',
    creator: 'priya',
    title: 'Backwater wallpaper',
    text: 'The drawing of the backwaters in full size, for your screen.',
    price: 30,
    images: ['priya-backwater.webp'],
    daysAgo: 12,
    file: 'priya-backwater.webp',
  },
  {
    key: 'teo-starter',
    creator: 'teo',
    title: 'Dried rye starter',
    text: 'Thirty grams of my eleven-year-old starter, dried, with a card that says how to wake it in four days.',
    price: 90,
    images: ['teo-starter.webp', 'teo-loaf.webp'],
    daysAgo: 33,
    shipping: { fee: 30, countries: [], processingDays: 2 },
  },
]

/** Fans by their place in the list of fans, the first being the one that visitors log in as. */
export const orders = (fans: readonly string[]): SeedOrder[] => {
  const fan = (at: number) => fans[at % fans.length]!
  return [
    {
      fan: fan(0),
      product: 'ines-bottle',
      quantity: 1,
      daysAgo: 6,
      then: [
        { afterDays: 1, do: 'processing' },
        { afterDays: 3, do: 'shipped' },
      ],
    },
    { fan: fan(0), product: 'marisol-loops', quantity: 1, daysAgo: 20, then: [] },
    {
      fan: fan(0),
      product: 'priya-print',
      quantity: 2,
      daysAgo: 22,
      then: [
        { afterDays: 1, do: 'shipped' },
        { afterDays: 7, do: 'received' },
      ],
    },
    { fan: fan(1), product: 'ines-tiles', quantity: 1, daysAgo: 2, then: [] },
    { fan: fan(2), product: 'ines-tiles', quantity: 2, daysAgo: 4, then: [{ afterDays: 1, do: 'processing' }] },
    { fan: fan(3), product: 'ines-bottle', quantity: 1, daysAgo: 8, then: [{ afterDays: 1, do: 'cancel' }] },
    {
      fan: fan(4),
      product: 'marisol-tape',
      quantity: 1,
      daysAgo: 12,
      then: [
        { afterDays: 2, do: 'shipped' },
        { afterDays: 9, do: 'problem', note: 'The case arrived with a crack. The tape plays well.' },
        { afterDays: 11, do: 'answer', note: 'I can send you a new case, or return 20 tokens.' },
      ],
    },
    {
      fan: fan(0),
      product: 'marisol-tape',
      quantity: 1,
      daysAgo: 14,
      then: [
        { afterDays: 2, do: 'shipped' },
        { afterDays: 8, do: 'problem', note: 'The envelope was torn open, and there was no tape in it.' },
        { afterDays: 10, do: 'answer', note: 'I packed it myself. The carrier says that it was delivered.' },
        { afterDays: 12, do: 'escalate', note: 'The carrier delivered an empty envelope. I have photographs.' },
      ],
    },
    {
      fan: fan(5),
      product: 'priya-print',
      quantity: 1,
      daysAgo: 18,
      then: [
        { afterDays: 1, do: 'shipped' },
        { afterDays: 9, do: 'returned', note: 'Came back undelivered.' },
      ],
    },
    {
      fan: fan(6),
      product: 'teo-starter',
      quantity: 1,
      daysAgo: 9,
      then: [
        { afterDays: 1, do: 'shipped' },
        { afterDays: 5, do: 'refund', tokens: 20, note: 'Sorry for the bent envelope.' },
        { afterDays: 6, do: 'received' },
      ],
    },
    { fan: fan(7), product: 'priya-wallpaper', quantity: 1, daysAgo: 3, then: [] },
  ]
}
