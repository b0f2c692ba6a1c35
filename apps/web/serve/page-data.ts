/**
 * What the loaders returned, as the browser's router reads it from the page: every value once, and places instead of values
 * (the flat form of turbo-stream). The router's own writer also knows promises and dates and therefore works through streams;
 * undefined here means that something other than plain JSON was met.
 */
export function flatData(root: unknown): string | undefined {
  const places = new Map<unknown, number>()
  const written: string[] = []
  let isPlain = true

  const add = (text: string): number => written.push(text) - 1
  const placeOf = (value: unknown): number => {
    if (value === undefined) return -7
    if (value === null) return -5
    // A long text hardly ever comes twice, and looking for it means reading it.
    if (typeof value === 'string' && value.length > longText) return add(JSON.stringify(value))
    if (typeof value === 'number') {
      if (Number.isNaN(value)) return -2
      if (!Number.isFinite(value)) return value > 0 ? -6 : -3
      if (Object.is(value, -0)) return -4
    }
    const known = places.get(value)
    if (known !== undefined) return known
    const place = add('')
    places.set(value, place)
    written[place] = write(value)
    return place
  }
  const write = (value: unknown): string => {
    if (typeof value !== 'object') {
      if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
        return JSON.stringify(value)
      isPlain = false
      return ''
    }
    if (Array.isArray(value)) return `[${value.map(placeOf).join(',')}]`
    if (Object.getPrototypeOf(value) !== Object.prototype) isPlain = false
    let text = '{'
    for (const name in value as object)
      text += `${text.length > 1 ? ',' : ''}"_${placeOf(name)}":${placeOf((value as Record<string, unknown>)[name])}`
    return `${text}}`
  }

  placeOf(root)
  return isPlain ? `[${written.join(',')}]` : undefined
}

const unsafe: Record<string, string> = {
  '&': '\\u0026',
  '>': '\\u003e',
  '<': '\\u003c',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}
const longText = 48

/** JSON that may stand inside a script element. */
export const scriptSafe = (json: string): string => json.replace(/[&><\u2028\u2029]/g, (char) => unsafe[char] ?? char)
