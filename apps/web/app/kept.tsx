import { createContext, type ReactNode, useContext } from 'react'

/** Where the parts stand that a page on the server need not draw again; nothing in the browser. */
export const KeptParts = createContext<((part: KeptProps) => ReactNode) | null>(null)
interface KeptProps {
  by: readonly (string | number | boolean | undefined)[]
  children: () => ReactNode
}

/**
 * A part of the page that is code and no data: the same for everybody who reads the page in this language, but for what `by` names. The
 * server draws it once for each `by` and puts the text into later pages; the browser draws it like anything else. Nothing that
 * belongs to one viewer may stand in it: no name, no balance, no address of theirs. In the page's body only.
 */
export function Kept(part: KeptProps): ReactNode {
  const keep = useContext(KeptParts)
  return keep ? keep(part) : part.children()
}
