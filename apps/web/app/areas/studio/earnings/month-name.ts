import { forIntl } from '@fanlight/contract/locales'
import { useMemo } from 'react'
import { usePageInfo } from '../../../i18n/context.tsx'

/** '2026-10' as 'October 2026'. */
export function useMonthName(): (month: string) => string {
  const { locale } = usePageInfo()
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(forIntl(locale), { month: 'long', year: 'numeric', timeZone: 'UTC' })
    return (month) => format.format(new Date(`${month}-01`))
  }, [locale])
}
