import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceStack } from './source-stack.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fanlight-stack-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function thrownBy(source: string): Promise<Error> {
  writeFileSync(join(folder, 'source.ts'), source)
  const outfile = join(folder, 'made.js')
  await build({
    entryPoints: [join(folder, 'source.ts')],
    outfile,
    format: 'esm',
    minifyWhitespace: true,
    minifySyntax: true,
    sourcemap: 'external',
    logLevel: 'silent',
  })
  const { fail } = (await import(/* @vite-ignore */ pathToFileURL(outfile).href)) as { fail: () => never }
  try {
    return fail()
  } catch (error) {
    return error as Error
  }
}

test('a line of the build is mapped to the line of its source', async () => {
  const error = await thrownBy(
    `// A first line.\nexport const fail = (): never => {\n  throw new Error('on purpose')\n}\n`,
  )
  expect(error.stack).toContain('made.js:1:')
  expect(sourceStack(error)).toContain(`Error: on purpose\n    at fail (${join(folder, 'source.ts')}:3:9)`)
})

test('what has no map stays as it is', () => {
  const error = new Error('here')
  expect(sourceStack(error)).toBe(error.stack)
  expect(sourceStack({ stack: 'Error: x\n    at file:///nowhere/at-all.js:1:2' } as Error)).toContain('at-all.js:1:2')
})
