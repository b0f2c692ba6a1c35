import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { Counter } from '../../../ui/counter.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { asCode, codeLengthMax, codeLengthMin } from './coupon-draft.ts'

const typingMs = 400

/** The code, in capital letters as they are typed, and whether it is still free. */
export function CodeField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const t = useT()
  const [found, setFound] = useState<{ code: string; isFree: boolean } | null>(null)
  useEffect(() => {
    if (code.length < codeLengthMin) return
    const request = new AbortController()
    const timer = setTimeout(() => {
      call('GET /performer/coupons/codes/:code', { params: { code }, signal: request.signal }).then(
        ({ data }) => setFound({ code, isFree: data.isFree }),
        // Making it says so too.
        () => undefined,
      )
    }, typingMs)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [code])
  const known = found?.code === code ? found : null
  return (
    <Field
      name="code"
      label={t('studio.coupons.code')}
      error={known?.isFree === false ? t('studio.coupons.taken') : undefined}
      hint={
        <>
          {t('studio.coupons.codeHint')}{' '}
          <span aria-live="polite">{known?.isFree ? t('studio.coupons.free') : null}</span>
        </>
      }
    >
      <Input
        name="code"
        required
        minLength={codeLengthMin}
        maxLength={codeLengthMax}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="pe-20!"
        value={code}
        onChange={(event) => onChange(asCode(event.currentTarget.value))}
        end={<Counter length={code.length} max={codeLengthMax} className="pe-3" />}
      />
    </Field>
  )
}
