/** Reads `a=1&b[c]=2&d[]=3` as Stripe's clients write it: names in brackets nest, empty brackets make a list. */
export function readForm(text: string): Record<string, unknown> {
  const form: Record<string, unknown> = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) put(form, name, value)
  return form
}

function put(form: Record<string, unknown>, name: string, value: string): void {
  const [first = '', ...rest] = name.split('[').map((part) => part.replace(/\]$/, ''))
  let at = form
  let key = first
  for (const next of rest) {
    const inside = at[key]
    at[key] = typeof inside === 'object' && inside !== null ? inside : Object.create(null)
    at = at[key] as Record<string, unknown>
    // A list is read as what its numbers or empty brackets name.
    key = next === '' ? String(Object.keys(at).length) : next
  }
  at[key] = value
}
