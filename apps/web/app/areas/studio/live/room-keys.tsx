import type { RoomKey } from '@fanlight/contract/room-keys'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { call } from '../../../api/client.ts'
import { usePageInfo, useT } from '../../../i18n/context.tsx'
import { Checkbox } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { CopyField, SecretField } from './copy-field.tsx'
import { type MadeRoomKey, RoomKeyActions } from './room-key-actions.tsx'

const parts = ['tips', 'goal', 'chat'] as const

/** What other programs show and read of one’s live room: the overlay, and tools of one’s own. */
export function RoomKeys({ isApproved }: { isApproved: boolean }) {
  const [keys, setKeys] = useState<readonly RoomKey[] | null>(null)
  useEffect(() => {
    call('GET /streaming/room-keys').then(
      ({ data }) => setKeys(data),
      () => toast.error(),
    )
  }, [])
  const madeAt = (kind: RoomKey['kind']) => keys && (keys.find((key) => key.kind === kind)?.createdAt ?? null)
  return (
    <>
      <Overlay isApproved={isApproved} madeAt={madeAt('overlay')} />
      <Tools isApproved={isApproved} madeAt={madeAt('feed')} />
    </>
  )
}

interface OneKeyProps {
  isApproved: boolean
  /** As it was when the page was loaded; null before, and where there was none. */
  madeAt: string | null | undefined
}
/** The key that was made here, and since when there is one. */
function useRoomKey(before: string | null | undefined) {
  const [made, setMade] = useState<MadeRoomKey | 'revoked' | null>(null)
  return {
    made: made === 'revoked' ? null : made,
    madeAt: made === 'revoked' ? null : (made?.createdAt ?? before),
    onMade: setMade,
    onRevoked: () => setMade('revoked'),
  }
}

function Overlay({ isApproved, madeAt: before }: OneKeyProps) {
  const t = useT()
  const { locale } = usePageInfo()
  const { made, ...key } = useRoomKey(before)
  const [shown, setShown] = useState<readonly string[]>(parts)
  const address = made
    ? `${location.origin}/live/overlay?show=${parts.filter((part) => shown.includes(part)).toString()}&locale=${locale}#${made.key}`
    : null
  return (
    <Panel title={t('liveStudio.overlay.title')} text={t('liveStudio.overlay.text')}>
      {address === null ? null : (
        <>
          <fieldset>
            <legend className="text-sm font-semibold">{t('liveStudio.overlay.parts')}</legend>
            <div className="mt-2 flex flex-wrap gap-x-5 gap-y-2">
              {parts.map((part) => (
                <Checkbox
                  key={part}
                  label={t(`liveStudio.overlay.${part}`)}
                  checked={shown.includes(part)}
                  onChange={({ currentTarget: { checked } }) =>
                    setShown((now) => (checked ? [...now, part] : now.filter((other) => other !== part)))
                  }
                />
              ))}
            </div>
          </fieldset>
          <SecretField
            label={t('liveStudio.overlay.address')}
            copy={t('liveStudio.overlay.copy')}
            hint={t('liveStudio.overlay.once')}
            value={address}
          />
        </>
      )}
      <RoomKeyActions kind="overlay" isApproved={isApproved} {...key} />
    </Panel>
  )
}

function Tools({ isApproved, madeAt: before }: OneKeyProps) {
  const t = useT()
  const { made, ...key } = useRoomKey(before)
  return (
    <Panel title={t('liveStudio.tools.title')} text={t('liveStudio.tools.text')}>
      {made ? (
        <>
          <CopyField
            label={t('liveStudio.tools.address')}
            copy={t('liveStudio.tools.copyAddress')}
            value={`${location.origin}/live/events`}
          />
          <SecretField label={t('liveStudio.tools.key')} copy={t('liveStudio.tools.copyKey')} value={made.key} />
          <SecretField
            label={t('liveStudio.tools.secret')}
            copy={t('liveStudio.tools.copySecret')}
            hint={t('liveStudio.tools.once')}
            value={made.signingSecret ?? ''}
          />
        </>
      ) : null}
      <RoomKeyActions kind="feed" isApproved={isApproved} {...key} />
    </Panel>
  )
}

function Panel({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="grid gap-4 rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <div>
        <h2 id={heading} className="text-lg">
          {title}
        </h2>
        <p className="mt-1 text-sm text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  )
}
