/** The statements of a file, without its comments. Knows quotes and dollar quotes; not nested comments, which migrations have none of. */
export function sqlStatements(text: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [token] of text.matchAll(/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^-'"$;]+|[\s\S]/g)) {
    if (token.startsWith('--')) continue
    if (token !== ';') {
      current += token
      continue
    }
    if (current.trim()) statements.push(current.trim())
    current = ''
  }
  if (current.trim()) statements.push(current.trim())
  return statements
}
