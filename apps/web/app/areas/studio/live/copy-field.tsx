import { Copy, Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'

// What is copied into another program.

interface CopyFieldProps {
  label: string
  copy: string
  value: string
  hint?: string
}
export const CopyField = ({ label, copy, value, hint }: CopyFieldProps) => (
  <Field label={label} hint={hint}>
    <Input dir="ltr" readOnly value={value} end={<CopyButton text={value} label={copy} />} />
  </Field>
)

/** Whoever sees the screen, as in a stream, doesn't read it. */
export function SecretField({ label, copy, value, hint }: CopyFieldProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <Field label={label} hint={hint}>
      <Input
        dir="ltr"
        readOnly
        autoComplete="off"
        className="pe-24"
        type={isShown ? 'text' : 'password'}
        value={value}
        end={
          <span className="flex">
            <IconButton
              label={t(isShown ? 'liveStudio.obs.hide' : 'liveStudio.obs.show')}
              aria-pressed={isShown}
              size="md"
              tip="none"
              onClick={() => setShown(!isShown)}
            >
              {isShown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
            </IconButton>
            <CopyButton text={value} label={copy} />
          </span>
        }
      />
    </Field>
  )
}

const CopyButton = ({ text, label }: { text: string; label: string }) => (
  <IconButton
    label={label}
    size="md"
    tip="none"
    onClick={() => void navigator.clipboard.writeText(text).then(toast.copied, () => toast.error())}
  >
    <Copy aria-hidden="true" />
  </IconButton>
)
