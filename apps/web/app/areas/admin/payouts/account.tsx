import { Copy } from 'lucide-react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Section } from '../users/section.tsx'
import type { FoundPayout } from './payout.tsx'

/** The account that the payout is paid to by hand, in full, each part ready to be copied. */
export function PayoutAccount({ payout }: { payout: FoundPayout }) {
  const t = useT()
  const { money } = useFormats()
  const { account, net, currency, number } = payout
  if (!account) return null
  const lines: [label: string, shown: string | null, copied?: string][] = [
    [t('paying.field.amount'), money(net, currency), String(net)],
    [t('paying.field.number'), number],
    [t('paying.field.accountHolder'), account.accountHolder],
    [t('paying.field.bankName'), account.bankName],
    [t('paying.field.iban'), account.iban],
    [t('paying.field.accountNumber'), account.accountNumber],
    [t('paying.field.routingNumber'), account.routingNumber],
    [t('paying.field.bic'), account.bic],
    [t('paying.field.stripeAccountId'), account.stripeAccountId],
    [t('paying.field.instructions'), account.instructions],
  ]
  return (
    <Section title={t('paying.account')}>
      <p className="mt-0.5 text-xs text-ink-3">{t('paying.accountHint')}</p>
      <dl className="mt-2">
        {lines.map(([label, shown, copied = shown ?? '']) =>
          shown ? (
            <div key={label} className="flex items-center gap-3 border-t border-line py-1 first:border-0">
              <dt className="w-32 shrink-0 text-xs text-ink-3">{label}</dt>
              <dd className="flex min-w-0 flex-1 items-center gap-2 text-sm">
                <span className="num min-w-0 flex-1 wrap-anywhere whitespace-pre-line">
                  <bdi>{shown}</bdi>
                </span>
                <IconButton
                  size="sm"
                  label={t('paying.copy', { what: label })}
                  onClick={() => void navigator.clipboard.writeText(copied).then(toast.copied, () => toast.error())}
                >
                  <Copy aria-hidden="true" />
                </IconButton>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </Section>
  )
}
