import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const app = fileURLToPath(new URL('../app/', import.meta.url))
const sheet = /[\\/]styles[\\/](public|fan|studio|admin)\.css(?:\?|$)/

/** In the build, an area's sheet has the classes of the files that its pages reach, and of no others. */
export function areaSources(): Plugin {
  return {
    name: 'fanlight:area-sources',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      // The same name with `?url` is a script that exports the URL of the sheet.
      const area = code.includes('@source') ? sheet.exec(id)?.[1] : undefined
      if (!area) return
      const sources = reachedFrom(area).map((file) => `@source ${JSON.stringify(file)};\n`)
      return { code: code.replace(/^@source .*\n/gm, '') + sources.join(''), map: null }
    },
  }
}

/** What comes with a sheet of its own (shapes.css). */
const hasOwnSheet = /[\\/]layouts[\\/](?:page-shapes|work-shapes|shape-parts)\.tsx$/

/** All files of an area, and what they import now or later. */
export function reachedFrom(area: string): string[] {
  const pages = readdirSync(join(app, 'areas', area), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => join(app, 'areas', area, file))
  const reached = new Set<string>()
  const left = [join(app, 'root.tsx'), ...pages]
  for (let file = left.pop(); file; file = left.pop()) {
    if (reached.has(file) || hasOwnSheet.test(file)) continue
    reached.add(file)
    left.push(...importsOf(file))
  }
  return [...reached].toSorted()
}

function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/import type [^'"]*from '[^']*'/g, '')
  return [...code.matchAll(/(?:from|import)[\s(]*'(\.[^'?]+\.tsx?)'/g)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((path) => existsSync(path))
}
