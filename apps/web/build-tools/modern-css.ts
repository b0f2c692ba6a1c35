import type { Plugin } from 'vite'

/**
 * Shortens the style sheets of Tailwind: no code for browsers in which the pages do not run anyway, and no variable that is
 * the same on every element.
 */
export function modernCss(): Plugin {
  return {
    name: 'fanlight:modern-css',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = shortened(String(file.source))
      }
    },
  }
}

export const shortened = (css: string): string =>
  withoutUnsetProperties(withoutSpacing(withoutOldColours(withoutFallback(css))))

/** A second copy of the variables, for engines without @property. */
function withoutFallback(css: string): string {
  const from = css.indexOf('@layer properties{@supports')
  return from < 0 ? css : css.slice(0, from) + css.slice(closingOf(css, css.indexOf('{', from), '{}') + 1)
}

/** Colours and gradients for browsers that cannot mix colours: each one precedes its better version. */
const withoutOldColours = (css: string): string =>
  css.replace(
    /(?<selector>[^{}]+)\{[^{}]*\}@supports \((?:color:color-mix\(in lab, ?red, ?red\)|background-image:linear-gradient\(in lab, ?red, ?red\))\)\{(?<better>\k<selector>\{[^{}]*\})\}/g,
    '$<better>',
  )

const spacingRem = 0.25

/** The step of all distances is the same everywhere, so that each can be said at once. */
function withoutSpacing(css: string): string {
  if (!css.includes('--spacing:.25rem')) return css
  return css
    .replace(/calc\(var\(--spacing\) \* (-?[\d.]+)\)/g, (_all, times: string) => rem(Number(times) * spacingRem))
    .replaceAll('var(--spacing)', '.25rem')
}
const rem = (size: number): string =>
  size === 0 ? '0px' : `${String(Number(size.toFixed(5))).replace(/^(-?)0\./, '$1.')}rem`

/** Of the variables behind shadows, filters and transforms, those that no class of this sheet sets: what they would say is said. */
function withoutUnsetProperties(css: string): string {
  for (const [rule, name = '', declarations = ''] of css.matchAll(/@property (--tw-[\w-]+)\{([^}]*)\}/g)) {
    if (new RegExp(`[;{]${name}:`).test(css)) continue
    const initial = /initial-value:([^;]*)/.exec(declarations)?.[1]
    css = said(css.replace(rule, ''), name, initial === '0' && declarations.includes('<length>') ? '0px' : initial)
  }
  // A shadow of nothing in a list of shadows.
  return css.replaceAll('0 0 #0000, ', '')
}

/** Replaces each use of a variable with its value or, if it has none, with the fallback of that use. */
function said(css: string, name: string, value: string | undefined): string {
  const use = new RegExp(`var\\(${name}(?=[,)])`)
  for (;;) {
    const at = css.search(use)
    if (at < 0) return css
    const end = closingOf(css, at + 'var'.length, '()')
    const instead = css.slice(at + 'var('.length + name.length + 1, end)
    css = css.slice(0, at) + (value ?? instead) + css.slice(end + 1)
  }
}

function closingOf(css: string, open: number, [begin, end]: string): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === begin) depth++
    else if (css[at] === end && --depth === 0) return at
  }
  return css.length
}
