import { Download } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { csvOf } from '../orders/sales-csv.ts'

type Row = readonly (string | number)[]
interface ExportCsvProps {
  /** Of the file, without the day and the ending. */
  name: string
  head: readonly string[]
  rows: () => Promise<readonly Row[]>
  disabled: boolean
}

/** Saves a whole list as a file for spreadsheets. `save` says whether it did; what went wrong is a toast. */
export function useSaveCsv({ name, head, rows }: Omit<ExportCsvProps, 'disabled'>) {
  const [working, setWorking] = useState(false)
  const save = async (): Promise<boolean> => {
    setWorking(true)
    try {
      const url = URL.createObjectURL(new Blob([csvOf([head, ...(await rows())])], { type: 'text/csv;charset=utf-8' }))
      const link = document.createElement('a')
      link.href = url
      link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`
      link.click()
      setTimeout(() => URL.revokeObjectURL(url), 10_000)
      return true
    } catch (error) {
      toast.problem(error)
      return false
    } finally {
      setWorking(false)
    }
  }
  return { save, working }
}

/** The button that saves a whole list as a file for spreadsheets. */
export function ExportCsv({ disabled, ...list }: ExportCsvProps) {
  const t = useT()
  const { save, working } = useSaveCsv(list)
  return (
    <Button disabled={disabled} busy={working ? t('studio.orders.exporting') : undefined} onClick={() => void save()}>
      <Download aria-hidden="true" />
      {t('studio.orders.export')}
    </Button>
  )
}
