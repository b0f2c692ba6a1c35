import clsx from 'clsx'
import { Mic, MicOff, MonitorUp, MonitorX, Video, VideoOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { canShareScreen, type Capture } from '../../../parts/live/capture.ts'
import { useStore } from '../../../parts/live/store.ts'
import { IconButton } from '../../../ui/button.tsx'

/** Microphone, camera and screen: what is on or off. `over` a picture, or on the page. */
export function Controls({ capture, look }: { capture: Capture; look: 'over' | 'page' }) {
  const t = useT()
  const { isMuted, isCameraOff, isScreen } = useStore(capture)
  const hasScreens = useScreens()
  const variant = look === 'over' ? 'media' : 'quiet'
  const off = 'bg-danger! text-on-danger!'
  return (
    <>
      <IconButton
        label={t(isMuted ? 'liveStudio.controls.unmute' : 'liveStudio.controls.mute')}
        tip="top"
        variant={variant}
        className={clsx(isMuted && off)}
        onClick={() => capture.setMuted(!isMuted)}
      >
        {isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
      </IconButton>
      <IconButton
        label={t(isCameraOff ? 'liveStudio.controls.cameraOn' : 'liveStudio.controls.cameraOff')}
        tip="top"
        variant={variant}
        className={clsx(isCameraOff && off)}
        onClick={() => capture.setCameraOff(!isCameraOff)}
      >
        {isCameraOff ? <VideoOff aria-hidden="true" /> : <Video aria-hidden="true" />}
      </IconButton>
      {hasScreens ? (
        <IconButton
          label={t(isScreen ? 'liveStudio.controls.stopScreen' : 'liveStudio.controls.screen')}
          tip="top"
          variant={variant}
          onClick={() => (isScreen ? capture.stopScreen() : void capture.shareScreen())}
        >
          {isScreen ? <MonitorX aria-hidden="true" /> : <MonitorUp aria-hidden="true" />}
        </IconButton>
      ) : null}
    </>
  )
}

/** Phones can't share their screen. The server doesn't know. */
function useScreens(): boolean {
  const [has, setHas] = useState(false)
  useEffect(() => setHas(canShareScreen()), [])
  return has
}
