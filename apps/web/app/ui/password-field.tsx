import { Check, Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { IconButton } from './button.tsx'
import { Field, Input } from './field.tsx'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  name: string
  /** Shows the rules of a new password, ticked as they are met. */
  rules?: boolean
  action?: ReactNode
}
const charactersMin = 10

/** A password field that can be shown in plain text and accepts paste. Its rules say what is missing, as text. */
export function PasswordField({ label, name, rules = false, action, onInput, ...rest }: PasswordFieldProps) {
  const t = useT()
  const [shown, setShown] = useState(false)
  const [length, setLength] = useState(0)
  return (
    <Field
      label={label}
      name={name}
      required
      action={action}
      hint={
        rules ? <Rule met={length >= charactersMin}>{t('ui.password.rule', { count: charactersMin })}</Rule> : undefined
      }
    >
      <Input
        {...rest}
        minLength={rules ? charactersMin : undefined}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        onInput={(event) => {
          setLength([...event.currentTarget.value].length)
          onInput?.(event)
        }}
        end={
          <IconButton
            label={shown ? t('ui.password.hide') : t('ui.password.show')}
            aria-pressed={shown}
            size="md"
            tip="none"
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
          </IconButton>
        }
      />
    </Field>
  )
}

function Rule({ met, children }: { met: boolean; children: ReactNode }) {
  return (
    <span className={met ? 'inline-flex items-center gap-1 text-success-text' : 'inline-flex items-center gap-1'}>
      {met ? <Check className="icon size-4!" aria-hidden="true" /> : null}
      {children}
    </span>
  )
}
