import { Printer } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

export type ReceiptLine = readonly [name: string, value: string]

/** What moved, line by line, to keep or print. */
export function Receipt({
  title,
  id,
  lines,
  onClose,
}: {
  title: string
  id: string
  lines: readonly ReceiptLine[]
  onClose: () => void
}) {
  const t = useT()
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('wallet.receipt')}
      description={title}
      footer={
        <Button variant="quiet" wide onClick={() => print()}>
          <Printer aria-hidden="true" />
          {t('wallet.receipt.print')}
        </Button>
      }
    >
      <dl className="num text-sm">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2.5 first:border-0">
            <dt className="text-ink-2">{name}</dt>
            <dd className="text-end font-semibold">{value}</dd>
          </div>
        ))}
        <div className="border-t border-line py-2.5">
          <dt className="text-ink-2">{t('wallet.receipt.number')}</dt>
          <dd className="font-mono text-xs break-all">{id}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
