//! MTGP32 against cuRAND's numbers, and its parameters against the digests that their authors give.

use super::*;
use crate::rand::checksum::crc32;

/// The exponent of the period.
const DEGREE: usize = 11_213;

fn sum_of(lanes: usize, seed: u64, count: usize) -> u32 {
    let mut words = vec![0; count];
    Mtgp32::new(lanes, seed).words(&mut words);
    crc32(words.iter().flat_map(|word| word.to_le_bytes()))
}

/// Sums over what cuRAND 10.4 wrote on an H100.
#[test]
fn words_are_curands() {
    assert_eq!(sum_of(LANES, 1234, 150_000), 0xc22f_4239);
    assert_eq!(sum_of(LANES, 0, 150_000), 0x2ec2_6b03);
    assert_eq!(sum_of(LANES, (5 << 32) + 7, 20_000), 0x34ee_95c2);
    assert_eq!(sum_of(LEGACY_LANES, 1234, 40_000), 0x18f5_1d6c);
}

/// The same of seed 1234.
#[test]
fn uniform_and_normal_numbers_are_curands() {
    let (mut single, mut double) = (vec![0.0; 40_000], vec![0.0; 40_000]);
    Mtgp32::new(LANES, 1234).uniform(&mut single);
    Mtgp32::new(LANES, 1234).uniform_double(&mut double);
    assert_eq!(crc32(single.iter().flat_map(|value| value.to_le_bytes())), 0xd194_9624);
    assert_eq!(crc32(double.iter().flat_map(|value| value.to_le_bytes())), 0x57da_5e11);

    Mtgp32::new(LANES, 1234).normal(&mut single);
    Mtgp32::new(LANES, 1234).normal_double(&mut double);
    let known = [
        (0, 0.207_837_168_463_848_7),
        (3, 2.684_819_361_039_364_2),
        (31_319, -3.888_866_593_812_676),
        (38_116, 3.845_765_409_479_876_3),
        (39_999, -1.318_554_698_128_216_6),
    ];
    for (place, value) in known {
        assert!((double[place] - value).abs() < 1e-14, "{place}: {}", double[place]);
        assert!((f64::from(single[place]) - value).abs() < 3e-7, "{place}: {}", single[place]);
    }
}

#[test]
fn words_are_the_same_in_one_request_and_in_several() {
    let mut whole = vec![0; 2_000];
    Mtgp32::new(LANES, 9).words(&mut whole);
    let mut parts = vec![0; 2_000];
    let mut generator = Mtgp32::new(LANES, 9);
    let (first, rest) = parts.split_at_mut(1_001);
    generator.words(first);
    generator.words(rest);
    assert_eq!(parts, whole);
}

#[test]
fn poisson_numbers_have_the_mean_of_their_distribution() {
    let mut counts = vec![0; 100_000];
    Mtgp32::new(LANES, 5).poisson(&mut counts, 10.0);
    let mean = counts.iter().map(|&count| f64::from(count)).sum::<f64>() / 100_000.0;
    assert!((mean - 10.0).abs() < 0.05, "{mean}");
}

/// The recursion of each set has the characteristic polynomial whose digest the dynamic creator wrote beside the set: SHA-1 of its
/// coefficients as the digits 0 and 1, from the constant one on. Of the first, and of two that generators leave out.
#[test]
fn recursions_have_the_characteristic_polynomials_of_their_digests() {
    let rows: Vec<_> = rows().collect();
    assert_eq!(rows.len(), 200);
    for index in [0, 192, 199] {
        let mut lane = Lane::new(&SETS[index], 1);
        let (connection, degree) = shortest_recurrence((0..2 * DEGREE + 64).map(|_| lane.step() & 1 == 1));
        assert_eq!(degree, DEGREE);
        let digit = |power: usize| b'0' + (connection[power / 64] >> (power % 64) & 1) as u8;
        let printed: Vec<u8> = (0..=degree).rev().map(digit).collect();
        assert_eq!(sha1(&printed), rows[index][11..], "set {index}");
    }
}

/// The connection polynomial of the shortest linear recurrence of bits, and its degree (Massey, 1969).
fn shortest_recurrence(bits: impl Iterator<Item = bool>) -> (Vec<u64>, usize) {
    let mut seen = vec![0; DEGREE / 64 + 2];
    let mut current = seen.clone();
    current[0] = 1;
    let (mut before, mut length, mut shift) = (current.clone(), 0, 1);
    for (place, bit) in bits.enumerate() {
        // Bit i is what was seen i places before.
        for i in (1..seen.len()).rev() {
            seen[i] = seen[i] << 1 | seen[i - 1] >> 63;
        }
        seen[0] = seen[0] << 1 | u64::from(bit);
        let differs = current.iter().zip(&seen).map(|(a, b)| (a & b).count_ones()).sum::<u32>() % 2 == 1;
        if differs {
            let kept = current.clone();
            add_shifted(&mut current, &before, shift);
            if 2 * length <= place {
                (before, length, shift) = (kept, place + 1 - length, 0);
            }
        }
        shift += 1;
    }
    (current, length)
}

fn add_shifted(to: &mut [u64], from: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for i in words..to.len() {
        let carried = if bits > 0 && i > words { from[i - words - 1] >> (64 - bits) } else { 0 };
        to[i] ^= from[i - words] << bits | carried;
    }
}

/// FIPS 180-4, 6.1.
fn sha1(message: &[u8]) -> [u32; 5] {
    let mut padded = message.to_vec();
    padded.push(0x80);
    while padded.len() % 64 != 56 {
        padded.push(0);
    }
    padded.extend((8 * message.len() as u64).to_be_bytes());
    let mut sum: [u32; 5] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0];
    for block in padded.chunks_exact(64) {
        let mut schedule: Vec<u32> = block.chunks_exact(4).map(|word| u32::from_be_bytes(word.try_into().unwrap())).collect();
        for t in 16..80 {
            schedule.push((schedule[t - 3] ^ schedule[t - 8] ^ schedule[t - 14] ^ schedule[t - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = sum;
        for (t, word) in schedule.into_iter().enumerate() {
            let (mixed, constant) = match t / 20 {
                0 => (b & c | !b & d, 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => (b & c | b & d | c & d, 0x8f1b_bcdc_u32),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let next = [a.rotate_left(5), mixed, e, constant, word].into_iter().fold(0, u32::wrapping_add);
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        sum = std::array::from_fn(|i| sum[i].wrapping_add([a, b, c, d, e][i]));
    }
    sum
}
