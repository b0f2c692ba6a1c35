import { useSettings } from '../../../parts/site/site.ts'
import type { PriceLimits } from './draft.ts'

/** The limits of the price of an item, in tokens. */
export function usePriceLimits(): PriceLimits {
  const settings = useSettings()
  return { least: settings?.minimumContentPrice ?? 1, most: settings?.maximumContentPrice ?? 10_000 }
}
