import type { ReportTarget } from '@fanlight/contract/report-values'
import { toast } from '../../ui/toast.tsx'

export interface ReportedTarget {
  type: ReportTarget
  id: string
}
/** Opens the window in which something is reported; its code and its messages are fetched then. */
export const openReport = (target: ReportedTarget): void =>
  void import('./report-dialog.tsx').then(
    ({ showReport }) => showReport(target),
    () => toast.error(),
  )
