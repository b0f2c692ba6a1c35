import { buyersCountedMax } from '@fanlight/contract/limits'
import { useFormats, useT } from '../../../i18n/context.tsx'

/** '212', or '1,000+' where they were not counted further. */
export function useBuyers(): (count: number) => string {
  const t = useT()
  const { number } = useFormats()
  return (count) =>
    count < buyersCountedMax ? number(count) : t('studio.dashboard.atLeast', { number: number(count) })
}

/** Says of files that were bought, by so many, that they stay. */
export function useFilesStay(): (buyers: number) => string {
  const t = useT()
  const buyersOf = useBuyers()
  return (buyers) => t('studio.filesStay', { count: buyers, shown: buyersOf(buyers) })
}
