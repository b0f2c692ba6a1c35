import type { T } from '../../i18n/context.tsx'

const units: Record<string, string> = { height: ' cm', weight: ' kg', age: '' }

/** The label of an option in the reader's language: ranges by their numbers, the others by their translation. */
export function traitLabels(t: T, list: string, value: string): string | undefined {
  const unit = units[list]
  if (unit === undefined) return t.maybe(`traits.${list}.${value.replaceAll(/[ -]/g, '_')}`)
  const [from, to] = value.split('_')
  if (from === 'under') return t('traits.under', { value: `${to}${unit}` })
  if (from === 'over') return t('traits.over', { value: `${to}${unit}` })
  return `${from}–${to}${unit}`
}
