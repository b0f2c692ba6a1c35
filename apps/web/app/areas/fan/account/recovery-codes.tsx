import { Check, Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useSite } from '../../../parts/site/site.ts'
import { Button } from '../../../ui/button.tsx'

/** Recovery codes, shown only once: to copy, save as a file, or write down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const t = useT()
  const { name } = useSite()
  const text = `${name} – ${t('security.codes.title')}\n\n${codes.join('\n')}\n`
  return (
    <div className="flex flex-col gap-5 py-3">
      <p className="text-sm text-ink-2">{t('security.codes.keep')}</p>
      <ol
        dir="ltr"
        className="num grid gap-x-2 gap-y-2 rounded-lg bg-surface-2 px-3 py-4 text-sm md:grid-cols-2 md:text-xs"
      >
        {codes.map((code) => (
          <li key={code} className="text-center whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ol>
      <div className="grid grid-cols-2 gap-2">
        <CopyButton text={codes.join('\n')} />
        <Button variant="outline" onClick={() => saveAs(`${name.toLowerCase()}-recovery-codes.txt`, text)}>
          <Download aria-hidden="true" />
          {t('security.codes.download')}
        </Button>
      </div>
      <Button variant="primary" size="lg" wide onClick={onDone}>
        {t('security.codes.done')}
      </Button>
    </div>
  )
}

export function CopyButton({ text }: { text: string }) {
  const t = useT()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <Button variant="outline" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      <span aria-live="polite">{t(copied ? 'security.copied' : 'security.copy')}</span>
    </Button>
  )
}

function saveAs(name: string, text: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 1000)
}
