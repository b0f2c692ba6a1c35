import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useActionData, useSubmit } from 'react-router'
import { call } from '../../../api/client.ts'
import { useT } from '../../../i18n/context.tsx'
import { requestPasskey, offerPasskeys, type PasskeyAnswer, PasskeyStopped } from '../../../parts/account/passkey.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.tsx'

/**
 * Sign-in with a passkey, where this browser supports them; it may also offer passkeys in the username field. The button is
 * rendered from the start: if it appeared later, it would move the form's submit button while the user clicks it.
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
    form.set('intent', 'passkey')
    form.set('passkey', JSON.stringify(passkey))
    await submit(form, { method: 'post' })
  }
  useEffect(() => {
    setKnown(globalThis.PublicKeyCredential !== undefined)
    // The user has not requested this yet: if it fails, the button is still available.
    offerPasskeys().then(
      (answer) => (answer ? send(answer) : undefined),
      () => undefined,
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- offered once, when the page begins
  }, [])
  if (!known) return null
  const signInWithPasskey = async () => {
    setBusy(true)
    try {
      const { data } = await call('POST /auth/passkeys/challenge')
      await send(await requestPasskey(data.options))
    } catch (error) {
      if (!(error instanceof PasskeyStopped)) toast.problem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="outline"
      size="lg"
      wide
      className="mt-3 noscript:hidden"
      busy={busy ? t('auth.login.busy') : undefined}
      onClick={() => void signInWithPasskey()}
    >
      <KeyRound aria-hidden="true" />
      {t('auth.login.passkey')}
    </Button>
  )
}
