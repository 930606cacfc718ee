/** One connection to one broker, embedded or external, without domain terms. A command is sent once or not at all. */
export { startBroker, type BrokerRefusal, type EmbeddedBroker } from './broker.ts';
export { deviceAccount } from './broker-accounts.ts';
export { connectMqtt, type MqttMessage, type Mqtt } from './connection.ts';
export { deviceBrokerAt, type DeviceBroker } from './device-broker.ts';
export { examineBroker } from './examine.ts';
export { MOST_PAYLOAD_BYTES } from './limits.ts';
export { isPlainTopic } from './topics.ts';
