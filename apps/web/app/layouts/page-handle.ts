import { useMatches } from 'react-router'
import type { PageHandle } from '../handle.ts'

/** What the page at hand declares, area and page together. */
export function usePageHandle(): PageHandle {
  return Object.assign({}, ...useMatches().map(({ handle }) => handle as PageHandle | undefined)) as PageHandle
}
