import { createElement, type Ref, type SVGProps } from 'react'

interface Drawing {
  name: string
  size: number
  node: readonly [tag: string, attributes: Record<string, string>][]
}

/**
 * Stands in for the package's own factory (build-tools/lean-icons.ts), which works every icon out anew each time it is drawn.
 * On the server the strokes are written once, as text; the browser finds the same elements.
 */
export default function createIcon({ size: box = 24, node }: Drawing) {
  const strokes = import.meta.env.SSR
    ? { dangerouslySetInnerHTML: { __html: node.map(asText).join('') } }
    : { children: node.map(([tag, attributes], at) => createElement(tag, { ...attributes, key: at })) }
  const viewBox = `0 0 ${box} ${box}`
  return ({ size = 24, ...props }: SVGProps<SVGSVGElement> & { size?: number | string; ref?: Ref<SVGSVGElement> }) =>
    createElement('svg', {
      width: size,
      height: size,
      viewBox,
      fill: 'none',
      stroke: 'currentColor',
      strokeWidth: 2,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
      ...props,
      ...strokes,
    })
}

// The strokes are the package's own, letters, digits and points: nothing in them needs escaping.
const asText = ([tag, { key: _, ...attributes }]: Drawing['node'][number]) =>
  `<${tag} ${Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')}></${tag}>`
