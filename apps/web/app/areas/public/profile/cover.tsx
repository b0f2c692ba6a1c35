import { Ban, Ellipsis, Flag, Link as LinkIcon, Settings, Share2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useT } from '../../../i18n/context.tsx'
import { BlockEffects } from '../../../parts/account/block-effects.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { openReport } from '../../../parts/reports/report.ts'
import { share } from '../../../parts/site/share.ts'
import { useMe } from '../../../parts/site/site.ts'
import { useSignIn } from '../../../parts/account/use-sign-in.ts'
import { IconButton, IconLink, iconButtonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { toast } from '../../../ui/toast.tsx'
import type { Profile } from './length.ts'

/** The wide image, and what one may do with a profile as a whole. */
export function Cover({ profile }: { profile: Profile }) {
  const t = useT()
  const me = useMe()
  const navigate = useNavigate()
  const signedIn = useSignIn()
  const { sendOrThrow } = useMutation()
  const [blocking, setBlocking] = useState(false)
  const path = `/${profile.username ?? profile._id}`
  const own = me?._id === profile._id
  const block = async () => {
    await sendOrThrow('POST /block/users', { body: { userId: profile._id } })
    toast.say(t('profile.blocked', { name: profile.name }))
    void navigate('/home')
  }
  return (
    <div className="relative -mx-4 h-[150px] overflow-hidden bg-linear-120 from-(--lamp-200) to-(--sky-200) md:-mx-8 md:h-[252px] md:rounded-b-xl dark:from-[#4a3216] dark:to-[#123f62]">
      {profile.cover ? (
        <img
          src={profile.cover}
          alt=""
          width={1144}
          height={252}
          fetchPriority="high"
          className="size-full object-cover"
        />
      ) : null}
      <span
        aria-hidden="true"
        className="absolute inset-0 bg-linear-to-b from-[rgb(24_19_16/.28)] to-transparent to-36%"
      />
      <div className="absolute end-2.5 top-2.5 flex gap-2 md:end-5 md:top-[18px]">
        <IconButton
          variant="media"
          label={t('profile.share')}
          tip="none"
          className="noscript:hidden"
          onClick={() => void share(path, profile.name)}
        >
          <Share2 aria-hidden="true" />
        </IconButton>
        {own ? (
          <IconLink variant="media" to="/user/account" label={t('ui.account.settings')} tip="none">
            <Settings aria-hidden="true" />
          </IconLink>
        ) : (
          <Menu
            trigger={
              <button
                type="button"
                aria-label={t('profile.more', { name: profile.name })}
                className={`${iconButtonClass('media')} noscript:hidden`}
              >
                <Ellipsis aria-hidden="true" />
              </button>
            }
            actions={[
              {
                label: t('profile.copyLink'),
                icon: <LinkIcon aria-hidden="true" />,
                onPress: () =>
                  void navigator.clipboard.writeText(location.origin + path).then(toast.copied, () => toast.error()),
              },
              null,
              {
                label: t('ui.report'),
                icon: <Flag aria-hidden="true" />,
                onPress: () => openReport({ type: 'performer', id: profile._id }),
              },
              {
                label: t('profile.block'),
                icon: <Ban aria-hidden="true" />,
                danger: true,
                onPress: signedIn(() => setBlocking(true)),
              },
            ]}
          />
        )}
      </div>
      {blocking ? (
        <ConfirmDialog
          title={t('profile.blockTitle', { name: profile.name })}
          action={t('profile.block')}
          busy={t('profile.blocking')}
          onConfirm={block}
          onClose={() => setBlocking(false)}
        >
          <BlockEffects userId={profile._id} />
        </ConfirmDialog>
      ) : null}
    </div>
  )
}
