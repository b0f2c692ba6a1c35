import { Printer } from 'lucide-react'
import { useFormats, usePageInfo, useT } from '../../../i18n/context.tsx'
import { useMe, useSettings, useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { dot } from '../../../ui/dot.ts'

export type ReceiptLine = readonly [name: string, value: string]

/** What moved, line by line, to keep or print. */
export function Receipt({
  title,
  id,
  lines,
  seller,
  onClose,
}: {
  title: string
  id: string
  lines: readonly ReceiptLine[]
  /** Whom it was for; the site itself where there is none. */
  seller?: string | undefined
  onClose: () => void
}) {
  const t = useT()
  const me = useMe()
  const { origin } = usePageInfo()
  const { list } = useFormats()
  const { name: site } = useSite()
  const { operatorName = '', operatorAddress = '', taxName = '', taxNumber = '', taxNote = '' } = useSettings() ?? {}
  const tax = [[taxName, taxNumber].filter(Boolean).join(' '), taxNote].filter(Boolean).join(dot)
  const parties: ReceiptLine[] = [
    [t('wallet.receipt.buyer'), list([me?.name, me?.email])],
    [t('wallet.receipt.seller'), seller ?? site],
    [t('wallet.receipt.operator'), list([operatorName || site, ...operatorAddress.split('\n'), origin])],
    ...(tax ? [[t('wallet.receipt.tax'), tax] as const] : []),
  ]
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
        {[...lines, ...parties].map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4 border-t border-line py-2.5 first:border-0">
            <dt className="max-w-1/2 shrink-0 text-ink-2">{name}</dt>
            <dd className="text-end font-semibold wrap-anywhere">{value}</dd>
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
