interface Entry {
  path?: string
  children?: Entry[]
}
/** Where the list of names is stored that no profile may have, since a page's address begins with them. */
export const pageNamesFile = new URL('../../packages/contract/src/page-names.ts', import.meta.url)

/** That list, made from the web's site map. */
export async function pageNames(): Promise<string> {
  const { default: routes } = (await import('../../apps/web/app/routes.ts')) as { default: Entry[] }
  const names = new Set(firstSegments(routes))
  const lines = [...names].sort().map((name) => `  '${name}',\n`)
  return `// Written from apps/web/app/routes.ts by tests/spec/write.ts: what the addresses of our pages begin with.\n\nexport const pageNames = [\n${lines.join('')}]\n`
}

const firstSegments = (entries: readonly Entry[]): string[] =>
  entries.flatMap(({ path, children = [] }) => {
    const first = path?.split('/')[0]
    if (first === undefined || first === '') return firstSegments(children)
    return /^[a-z0-9_.-]+$/.test(first) ? [first] : []
  })
