#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| focusbot_fuzz::run("custom-ids", input));
