/** Looks a text up: of a page, or of the server. */
type FindText = (key: string, values?: { value: string }) => string | undefined
const units: Readonly<Record<string, string>> = { height: ' cm', weight: ' kg', age: '' }

/** The label of an option in the reader's language: ranges by their numbers, the others by their translation. */
export function traitLabel(find: FindText, list: string, value: string): string | undefined {
  const unit = units[list]
  if (unit === undefined) return find(`traits.${list}.${value.replaceAll(/[ -]/g, '_')}`)
  const [from, to] = value.split('_')
  if (from === 'under') return find('traits.under', { value: `${to}${unit}` })
  if (from === 'over') return find('traits.over', { value: `${to}${unit}` })
  return `${from}–${to}${unit}`
}
