import type { Plugin } from 'vite'

/** Takes out Tailwind's second copy of its variables, for engines without @property: the pages do not run there anyway. */
export function modernCss(): Plugin {
  return {
    name: 'fanlight:modern-css',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = withoutFallback(String(file.source))
      }
    },
  }
}

function withoutFallback(css: string): string {
  const from = css.indexOf('@layer properties{@supports')
  if (from < 0) return css
  let depth = 0
  for (let at = css.indexOf('{', from); at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return css.slice(0, from) + css.slice(at + 1)
  }
  return css
}
