import type { AnyRequestInput } from './contract.ts'

/** 'GET /posts/:id' and its params and query as a path: '/posts/42?current=2'. */
export function addressOf(route: string, input: AnyRequestInput): { method: string; path: string } {
  const [method = 'GET', pattern = '/'] = route.split(' ')
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = pattern.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')))
  return { method, path: path + searchOf(input.query) }
}

function searchOf(query: unknown): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item))
  }
  const text = search.toString()
  return text ? `?${text}` : ''
}
