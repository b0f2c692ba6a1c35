import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useActionData, useSubmit } from 'react-router'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { askPasskey, offerPasskeys, type PasskeyAnswer, PasskeyStopped } from '../../../parts/passkey.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

/**
 * One press and a finger, where this browser knows passkeys; it may also offer them in the field of the username.
 * It stands there from the start: what came later would move the button of the form away from under the finger.
 */
export function PasskeyLogin() {
  const t = useT()
  const submit = useSubmit()
  const [known, setKnown] = useState(true)
  const [busy, setBusy] = useState(false)
  // The field's offer and the button may both be answered. The first answer logs in, and only where it is refused may another follow:
  // it would leave a second session lying about.
  const open = useRef(true)
  const refusal = useActionData()
  useEffect(() => {
    open.current = true
    return () => {
      open.current = false
    }
  }, [refusal])
  const send = async (passkey: PasskeyAnswer) => {
    if (!open.current) return
    open.current = false
    const form = new FormData()
    form.set('passkey', JSON.stringify(passkey))
    await submit(form, { method: 'post' })
  }
  useEffect(() => {
    setKnown(globalThis.PublicKeyCredential !== undefined)
    // Nobody asked for this yet: where it fails, the button is still there.
    offerPasskeys().then(
      (answer) => (answer ? send(answer) : undefined),
      () => undefined,
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- offered once, when the page begins
  }, [])
  if (!known) return null
  const ask = async () => {
    setBusy(true)
    try {
      const { data } = await call('POST /auth/passkeys/challenge')
      await send(await askPasskey(data.options))
    } catch (error) {
      if (!(error instanceof PasskeyStopped)) toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      look="outline"
      size="lg"
      wide
      className="mt-3 noscript:hidden"
      busy={busy ? t('auth.login.busy') : undefined}
      onClick={() => void ask()}
    >
      <KeyRound aria-hidden="true" />
      {t('auth.login.passkey')}
    </Button>
  )
}
