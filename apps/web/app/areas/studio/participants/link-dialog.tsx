import { Copy } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

/** The link of an invitation. It is shown only now: the server doesn't store it. */
export function LinkDialog({ name, link, onClose }: { name: string; link: string; onClose: () => void }) {
  const t = useT()
  const address = location.origin + link
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('consent.people.linkTitle', { name })}
      footer={
        <Button
          variant="primary"
          onClick={() => void navigator.clipboard.writeText(address).then(toast.copied, () => toast.error())}
        >
          <Copy aria-hidden="true" />
          {t('consent.copy')}
        </Button>
      }
    >
      <p className="text-sm leading-6 text-ink-2">{t('consent.people.linkText')}</p>
      <Input
        readOnly
        dir="ltr"
        className="mt-3"
        value={address}
        aria-label={t('consent.people.link')}
        onFocus={(event) => event.currentTarget.select()}
      />
    </Dialog>
  )
}
