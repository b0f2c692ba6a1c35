import { Share2 } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import type { Stream } from '../../../parts/live/stream.ts'
import { share } from '../../../parts/site/share.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { Profile } from './profile.ts'

export function ShareRoom({ profile, stream }: { profile: Profile; stream: Stream | null }) {
  const t = useT()
  return (
    <IconButton
      variant="media"
      label={t('profile.share')}
      className="noscript:hidden"
      onClick={() => void share(`/${profile.username ?? profile._id}/live`, stream?.title || profile.name)}
    >
      <Share2 aria-hidden="true" />
    </IconButton>
  )
}
