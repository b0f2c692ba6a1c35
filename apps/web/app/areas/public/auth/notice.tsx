import { CircleAlert, CircleCheck, MailCheck } from 'lucide-react'
import type { ReactNode } from 'react'

const kinds = {
  done: [CircleCheck, 'bg-success-soft text-success-soft-ink'],
  mailed: [MailCheck, 'bg-primary-soft text-primary-soft-ink'],
  refused: [CircleAlert, 'bg-danger-soft text-danger-soft-ink'],
} as const

/** What came of a link or a form, said where the page began. */
export function Notice({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const [Icon, look] = kinds[kind]
  return (
    <p role={kind === 'refused' ? 'alert' : 'status'} className={`mb-6 flex gap-3 rounded-lg px-4 py-3.5 ${look}`}>
      <Icon className="icon mt-px" aria-hidden="true" />
      {children}
    </p>
  )
}
