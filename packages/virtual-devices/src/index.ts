/** Doors that speak the real wire messages over MQTT, faults included. Knows no server code. */
export { announcementOf, topicsOf, type AnnouncementForm, type LockTopics } from './announcement.ts';
export {
  startVirtualLock, type LockReport, type ReceivedCommand, type VirtualLock, type VirtualLockOptions,
} from './lock.ts';
