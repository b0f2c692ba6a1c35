import { useMemo } from 'react'
import { forIntl } from '@fanlight/contract/locales'
import { usePageFacts } from '../../../i18n/context.tsx'

/** A day of the near future or past, without its year: '24 Nov'. */
export function useShortDay(): (day: string) => string {
  const { locale } = usePageFacts()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(forIntl(locale), { day: 'numeric', month: 'short', timeZone: 'UTC' })
    return (day) => format.format(new Date(`${day}T12:00:00Z`))
  }, [locale])
}
